//! A bot in Rust: it sheds the card with the most points. Build it with
//!   rustc --edition 2024 --target wasm32-unknown-unknown -O --crate-type cdylib -C strip=symbols -C link-arg=-zstack-size=8192 -o dearest.wasm dearest.rs
#![no_std]

/// The view of docs/wasm.md.
#[repr(C, align(8))]
struct View([u8; 5584]);

static mut VIEW: View = View([0; 5584]);

#[unsafe(no_mangle)]
pub extern "C" fn powergrab_view() -> i32 {
    &raw const VIEW as usize as i32
}

#[unsafe(no_mangle)]
pub extern "C" fn powergrab_decide() -> i32 {
    // SAFETY: a module has one thread, and the view is written before this is called.
    let View(view) = unsafe { &*(&raw const VIEW) };
    let n_options = view[4];
    let (mut best, mut most) = (0, 0);
    for (number, option) in (0..n_options).zip(view[464..].chunks_exact(12)) {
        let [is_choice, _, bluff] = [option[0], option[1], option[2]];
        let points = u32::from_le_bytes([option[8], option[9], option[10], option[11]]);
        if is_choice == 0 && bluff == 0 && points > most {
            (best, most) = (number, points);
        }
    }
    i32::from(best)
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
