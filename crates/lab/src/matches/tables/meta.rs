//! `meta.csv`

use crate::matches::payoffs::MetaRow;
use crate::table::sheet::Sheet;

#[rustfmt::skip]
pub(crate) fn sheet<'a>() -> Sheet<&'a MetaRow<'a>> {
    Sheet::<&MetaRow<'_>>::new("meta", "Each table as a whole: the fit of the ratings, and, where payoff.csv has every pair, who would be played. Nash and α-rank compare the win rate of one bot among others with that of one of the others among it.")
        .at_table(|row| (row.ruleset, row.players))
        .column("analysis", "`fit`: how badly the ratings fit; `nash`: the mixture of bots that no bot beats on average; `alpha_rank`: the share of time that an evolving population (of 50, mutants compared locally) consists of the bot; `cycle`: bots each of which beats the next, the last the first", |row| row.analysis)
        .column("parameter", "of `fit`, the figure: `deviance` (against each line-up's own shares), its `degrees` of freedom, `design_effect` (variance of shares clustered by deal over that of independent games, on average), `p_value` (deviance / design_effect as chi-squared: approximate), `rms` (root mean square of observed less expected shares beyond sampling error); of `alpha_rank`, the intensity of selection; of `cycle`, its number, the strongest first (20 at most)", |row| &row.parameter)
        .column("bot", "the bot; of `cycle` its members, joined by >", |row| &row.bots)
        .column("value", "the figure, or the bot's share; of `cycle` the least gain along it, the win rate of one among the next less that of one of the next among it, where each gain is beyond chance (t test over the replicates of the bootstrap, 5 %, Holm over all pairs of the table)", |row| row.value)
        .column("low", "lower bound of the 95 % interval of a share: the 2.5 % quantile of the 200 replicates of the bootstrap by deal", |row| row.interval.map(|i| i.low))
        .column("high", "upper bound of that interval", |row| row.interval.map(|i| i.high))
}
