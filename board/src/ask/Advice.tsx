// What the engine says about the decision in view: a hint, the chances, and a bot's reasons.

import { ADVICE_TEXTS as T } from "../texts/app";
import { YOU } from "../texts/game";
import { type Sees, seatName } from "../trace/say";
import { Chances, type ChancesProps } from "./Chances";
import { Explain } from "./Explain";
import { Hint } from "./Hint";

interface AdviceProps extends Omit<ChancesProps, "game"> {
  sees: Sees;
}

export function Advice(props: AdviceProps) {
  const { record, decision, sees } = props;
  // The values of another seat's options would tell its cards.
  const open = decision !== null && sees(decision.seat);
  return (
    <section class="advice" aria-labelledby="advice-title">
      <h3 id="advice-title">{decision ? T.title(seatName(record.events, decision.seat), seatName(record.events, decision.seat) === YOU) : T.none}</h3>
      {decision && !open && <p class="small">{T.hidden}</p>}
      {decision && open && <Hint engine={props.engine} record={record} decision={decision} />}
      {record.game && <Chances {...props} game={record.game} />}
      {decision && open && record.game && <Explain engine={props.engine} game={record.game} events={record.events} decision={decision} />}
    </section>
  );
}
