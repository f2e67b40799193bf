//! What can be tuned, in groups. Weights of cards are in one currency: the default of `points` for ten points shed.

use crate::strategy::params::tunables;

tunables! {
    /// What a card is worth to be rid of, and what stays behind.
    Shed {
        points = 0.3, 0.0..=5.0, Linear, "worth of ten points shed";
        panic = 0.4, 0.0..=10.0, Linear, "worth of ten points shed beyond that when another seat holds one card, half of it at two, a third at three and so on";
        colour_links = 0.27, 0.0..=3.0, Linear, "worth of each card left in hand that has the colour of the card played (or named)";
        number_links = 0.2, 0.0..=3.0, Linear, "worth of each card left in hand with the number or symbol of the card played";
        wild_hold = 8.0, -5.0..=20.0, Linear, "worth of holding a wild card back";
        wild_until = 1.0, 0.0..=8.0, Linear, "holds wild cards back only while every other seat has more cards than this";
        draw_below = -20.0, -20.0..=10.0, Linear, "draws rather than play a card worth less than this; at -20 it never does";
        keep_below = -4.0, -20.0..=10.0, Linear, "keeps a card that it has drawn rather than play it where it is worth less than this; at -20 it never does";
    }
}

tunables! {
    /// What towers are worth.
    Shields {
        tower_u = 0.4, 0.0..=5.0, Linear, "worth of holding tower U, which stops Draw One";
        tower_n = 0.6, 0.0..=5.0, Linear, "worth of holding tower N, which stops Draw Two";
        tower_o = 0.44, 0.0..=5.0, Linear, "worth of holding tower O, which stops Wild Draw Four";
        tower_skip = 0.4, 0.0..=5.0, Linear, "worth of holding tower !, which stops Skip";
        tower_step = 0.709, 0.0..=5.0, Linear, "worth of a further tower for each one held already, on the way to four";
        deny = 0.7, 0.0..=5.0, Linear, "worth of taking a tower from a seat that holds two, a quarter of it from one, nine quarters from three";
        complete = 1.5, 0.0..=10.0, Linear, "worth of claiming the fourth tower, for each card that Instant UNO then lays down";
        icon_hold = 0.5, 0.0..=5.0, Linear, "worth of holding back a card with an icon whose tower it holds already, to claim it again later";
        grab_hold = 0.2, 0.0..=20.0, Linear, "worth of holding back a Grab card that would not make the towers four, while wild cards are held back";
    }
}

tunables! {
    /// Whom to hurt, and how much.
    Attack {
        hurt = -0.28, -2.0..=5.0, Linear, "worth of each card that the next seat has to draw, at four seats; in proportion to its share of all opponents; below 0 such cards are held back";
        miss = 0.0, -5.0..=10.0, Linear, "worth of making the next seat miss its turn, in the same proportion";
        near_out = 0.6, 0.0..=20.0, Linear, "danger of a seat with one card left; half of that at two cards, a third at three and so on: the further worth of each card that it draws and of a missed turn";
        leader = 0.3, 0.0..=5.0, Linear, "danger of a seat that has reached the target score, and so in proportion before";
        spare = 0.2, 0.0..=10.0, Linear, "worth of sparing an attack that the next seat can block, for later";
        turn_away = 0.4, 0.0..=5.0, Linear, "worth of a Reverse for each unit of danger that the next seat poses beyond the one before";
    }
}

tunables! {
    /// Which colour to name.
    Naming {
        name_count = 0.325, 0.0..=5.0, Linear, "naming a colour: worth of each card of it in hand";
        name_points = 0.1, 0.0..=5.0, Linear, "naming a colour: worth of ten points of it in hand";
        starve = 0.3, 0.0..=5.0, Linear, "worth of a colour, named or played, that the next seat has shown that it lacks";
    }
}

tunables! {
    /// When to play a Wild Draw Four that is not honest.
    Bluffing {
        bluff = 1.0, 0.0..=1.0, Linear, "probability of considering a bluff at all, each time a Wild Draw Four would be one";
        bluff_bias = -4.0, -20.0..=20.0, Linear, "worth of a bluff for its own sake, over what it does to the next seat";
        feared = 0.2, 0.0..=1.0, Linear, "believed probability that a seat challenges, before it has shown how it does in this game";
        caught = 3.5, 0.0..=20.0, Linear, "cost of being found out, against a smooth Wild Draw Four";
    }
}

tunables! {
    /// When to challenge.
    Doubt {
        challenge_at = 1.5, 0.0..=10.0, Linear, "challenges where the estimate of guilt reaches this many times the odds at which a challenge breaks even; at 10 only what is certain";
        suspicion = 0.17, 0.0..=1.0, Linear, "believed probability that a player who holds the colour in force plays a Wild Draw Four all the same rather than another card, against a player who does not hold it";
        weight = 7.0, 0.01..=100.0, Log, "how many seen events (verdicts on a player, answers to Wild Draw Fours) weigh as much as the beliefs before the game";
        tell = 0.3, 0.0..=1.0, Linear, "believed share of bluffers that name the colour that was in force before, which an honest player hardly ever does";
    }
}

tunables! {
    /// How often it errs.
    Noise {
        temperature = 0.0, 0.0..=10.0, Linear, "0 plays the card worth most; above, a card is played with probability proportional to exp(worth / temperature)";
    }
}
