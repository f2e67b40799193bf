// The buttons, the slider and the keys that step through a game.

import { useKeys } from "../parts/hooks";
import { STEPPER_TEXTS as T } from "../texts/game";
import type { Steps } from "./stepping";

interface StepperProps {
  steps: Steps;
  /** The lines that begin rounds. */
  rounds: number[];
  /** Whether a game is played: it offers the speed "at once", and the round stands elsewhere. */
  game?: boolean;
  /** Tells whether an element belongs to the viewer; all keys work there. */
  inside: (target: Element) => boolean;
}

export function Stepper({ steps, rounds, game, inside }: StepperProps) {
  const { step, last, playing } = steps;
  const nextRound = rounds.find((r) => r > step) ?? last;
  const previousRound = rounds.filter((r) => r < step).pop() ?? 0;
  const round = Math.max(1, rounds.filter((r) => r <= step).length);
  const where = game ? T.where(step, last) : T.inRound(T.where(step, last), round, rounds.length);

  const targets: Record<string, number> = {
    PageUp: previousRound,
    PageDown: nextRound,
    Home: 0,
    End: last,
  };
  // The side arrows do nothing else on the page; the other keys scroll it outside the viewer.
  useKeys((e) => {
    const target = e.target as Element;
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return;
    if (target.matches("select, textarea, summary, input:not([type=range])")) return;
    if (target.matches("input[type=range]") && !inside(target)) return;
    const sideways = e.key === "ArrowLeft" || e.key === "ArrowRight";
    if (!sideways && !inside(target)) return;
    if (e.key === " " && target.tagName !== "BUTTON") {
      e.preventDefault();
      steps.toggle();
      return;
    }
    if (sideways) {
      e.preventDefault();
      steps.move(e.key === "ArrowLeft" ? -1 : 1);
      return;
    }
    const to = targets[e.key];
    if (to !== undefined) {
      e.preventDefault();
      steps.go(to);
    }
  });

  const button = (click: () => void, label: string, sign: string) => (
    <button type="button" aria-label={label} onClick={click}>
      {sign}
    </button>
  );
  return (
    <div class="row controls">
      {button(() => steps.go(previousRound), T.previousRound, "|◀")}
      {button(() => steps.move(-1), T.back, "◀")}
      <button type="button" aria-label={playing ? T.stopLabel : T.playLabel} aria-pressed={playing} onClick={steps.toggle}>
        {playing ? T.stop : T.play}
      </button>
      {button(() => steps.move(1), T.forward, "▶")}
      {button(() => steps.go(nextRound), T.nextRound, "▶|")}
      <select aria-label={T.speed} value={String(steps.speed)} onChange={(e) => steps.setSpeed(Number(e.currentTarget.value))}>
        {T.speeds.map(([time, name]) => (
          <option key={time} value={String(time)}>
            {name}
          </option>
        ))}
        {game && <option value="0">{T.atOnce}</option>}
      </select>
      <input
        type="range"
        min="0"
        max={last}
        value={step}
        aria-label={T.step}
        aria-valuetext={where}
        onInput={(e) => steps.go(Number(e.currentTarget.value))}
      />
      <output>{where}</output>
    </div>
  );
}
