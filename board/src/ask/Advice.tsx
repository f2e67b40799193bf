// What the engine says about the decision in view: a hint, the chances, and a bot's reasons.

import type { Engine } from "../engine/engine";
import type { Decision, GameRecord } from "../play/record";
import { ADVICE_TEXTS as T } from "../texts/app";
import { YOU } from "../texts/game";
import { type Sees, seatName } from "../trace/say";
import { Chances } from "./Chances";
import { Explain } from "./Explain";
import { Hint } from "./Hint";

export interface AdviceProps {
  engine: Engine;
  record: GameRecord;
  decision: Decision | null;
  /** The seat whose knowledge counts, or `null` for all cards. */
  view: number | null;
  /** Whether the game is moving, so that nothing should be asked. */
  quiet: boolean;
  sees: Sees;
  goTo: (at: number) => void;
  /** Whether a person plays. */
  live: boolean;
  /** The line in view. */
  step: number;
  /** Whether the whole game is known already. */
  whole: boolean;
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
