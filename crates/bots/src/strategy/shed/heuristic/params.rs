//! Tunable parameters, in groups. Weights of cards are in one currency. Weights of harm or benefit
//! to one opponent are given for a table of four and scale with that opponent's share of all
//! opponents: three times as much at a table of two.

use crate::strategy::params::tunables;

tunables! {
    /// Value of getting rid of a card, and of the remaining ones.
    Shed {
        points = 0.25, 0.0..=5.0, Linear, "worth of ten points shed, or in hand of a colour that is named, at four seats; in proportion to an opponent's share of all opponents";
        panic = 0.42, 0.0..=10.0, Linear, "worth of ten points shed beyond that when another seat holds one card, half of it at two, a third at three and so on";
        colour_links = 0.4, 0.0..=3.0, Linear, "worth of each card left in hand that has the colour of the card played, or that is named";
        number_links = 0.02, -1.0..=3.0, Linear, "worth of each card left in hand with the number or symbol of the card played";
        wild_hold = 9.0, -5.0..=20.0, Linear, "worth of holding a wild card back, as long as the hand has others";
        wild_until = 1.0, 0.0..=8.0, Linear, "holds wild cards back only while every other seat has more cards than this";
        draw_below = -20.0, -20.0..=10.0, Linear, "draws rather than play a card worth less than this; at -20 it never does";
        keep_below = -4.5, -20.0..=10.0, Linear, "keeps a card that it has drawn rather than play it where it is worth less than this; at -20 it never does";
    }
}

tunables! {
    /// Value of towers.
    Shields {
        shield = 0.33, 0.0..=5.0, Linear, "worth of a tower as a shield: 0.8 of it against Draw One, 1.2 Draw Two, 1 Wild Draw Four, 0.4 Skip, which is how many cards and turns those cost in a deck";
        tower_step = 1.2, 0.0..=5.0, Linear, "worth of a further tower for each one held already, on the way to four";
        deny = 0.9, 0.0..=5.0, Linear, "worth of taking a tower from a seat that holds two, a quarter of it from one, nine quarters from three";
        complete = 3.0, 0.0..=10.0, Linear, "worth of claiming the fourth tower, for each card that Instant UNO then lays down";
        vain = 0.35, 0.0..=5.0, Linear, "worth of holding back a card whose effect would be lost: an icon whose tower it holds already, an attack that the next seat can block";
    }
}

tunables! {
    /// Choice of victims, and the value of harming them.
    Attack {
        hurt = -0.2, -2.0..=5.0, Linear, "worth of each card that the next seat has to draw, at four seats; in proportion to its share of all opponents";
        miss = 0.75, -5.0..=10.0, Linear, "worth of making the next seat miss its turn, in the same proportion";
        save = 0.6, -5.0..=10.0, Linear, "worth of saving an attack for later";
        near_out = 0.55, 0.0..=20.0, Linear, "danger of a seat with one card left; half of that at two cards, a third at three and so on: the further worth of each card that it draws and of a missed turn";
        leader = 0.3, 0.0..=5.0, Linear, "danger of a seat that has reached the target score, and so in proportion before";
    }
}

tunables! {
    /// Colours that the next seat lacks.
    Naming {
        starve = 0.22, 0.0..=5.0, Linear, "worth of a colour, named or played, that the next seat has shown that it lacks";
    }
}

tunables! {
    /// Dishonest Wild Draw Fours.
    Bluffing {
        bluff = 1.0, 0.0..=1.0, Linear, "probability of considering a bluff at all, each time a Wild Draw Four would be one";
        bluff_bias = -7.0, -20.0..=20.0, Linear, "worth of a bluff for its own sake, over what it does to the next seat";
        feared = 0.22, 0.0..=1.0, Linear, "believed probability that a seat challenges, before it has shown how it does in this game";
    }
}

tunables! {
    /// Challenges.
    Doubt {
        challenge_at = 1.35, 0.0..=10.0, Linear, "challenges where the estimate of guilt reaches this many times the odds at which a challenge breaks even; at 10 only what is certain";
        suspicion = 0.23, 0.0..=1.0, Linear, "believed probability that a player who holds the colour in force plays a Wild Draw Four all the same rather than another card, against a player who does not hold it";
        tell = 0.4, 0.0..=1.0, Linear, "believed share of bluffers that name the colour that was in force before, which an honest player hardly ever does";
    }
}

tunables! {
    /// House rules (HR-1, HR-5). Without them these have no effect.
    House {
        house_take = 3.0, -5.0..=20.0, Linear, "worth of each card of a stack that need not be drawn, where another can be laid on it (HR-1)";
        house_seven = 3.5, -5.0..=10.0, Linear, "worth of a 7 for each card that the smallest other hand is smaller than what is left in hand (HR-5)";
        house_zero = 4.0, -5.0..=10.0, Linear, "worth of a 0 for each card that the hand of the seat before is smaller than what is left in hand (HR-5)";
        house_draw = -3.5, -20.0..=10.0, Linear, "draws rather than play a card worth less than this where hands move; at -20 it never does (HR-5)";
        house_mine = 0.2, -1.0..=2.0, Linear, "what part of their worth points shed, wild cards held back and cards that go together keep where hands move (HR-5)";
        house_stuck = 5.0, -5.0..=20.0, Linear, "worth of leaving the next seat nothing to play where it holds one card, half of it with two and so on, as far as its cards are known (HR-5)";
    }
}

tunables! {
    /// Frequency of errors.
    Noise {
        temperature = 0.0, 0.0..=10.0, Linear, "0 plays the card worth most; above, a card is played with probability proportional to exp(worth / temperature)";
    }
}
