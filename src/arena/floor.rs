//! The floor.
/// kernel
#[must_use]
pub fn floor(rounds: u64, cards: usize, draws: u64, choices: u64) -> u64 {
    let mut s = [1u64, 2, 3, 4];
    let mut sum = 0u64;
    for _ in 0..rounds {
        let mut deck = [0u8; 112];
        for (i, c) in deck.iter_mut().enumerate() {
            *c = i as u8;
        }
        let mut left = 112usize;
        for k in 0..draws {
            if left == 0 {
                left = 112;
            }
            let r = next(&mut s);
            let at = ((u128::from(r) * left as u128) >> 64) as usize;
            left -= 1;
            let card = deck[at];
            deck[at] = deck[left];
            sum = sum.wrapping_add(u64::from(card) ^ k);
        }
        for k in 0..choices {
            let r = next(&mut s);
            sum = sum.wrapping_add(((u128::from(r) * u128::from(3 + (k & 3))) >> 64) as u64);
        }
    }
    let _ = cards;
    sum
}
#[inline(always)]
fn next(s: &mut [u64; 4]) -> u64 {
    let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
    let t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3].rotate_left(45);
    result
}
