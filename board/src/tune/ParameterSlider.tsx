// One parameter of a bot.

import type { Parameter } from "../engine/protocol";
import { TUNE_TEXTS as T } from "../texts/app";
import { positionOf, shortNumber, STEPS, valueAt } from "./scale";

interface ParameterSliderProps {
  parameter: Parameter;
  value: number;
  set: (value: number) => void;
}

export function ParameterSlider({ parameter: p, value, set }: ParameterSliderProps) {
  const id = `parameter-${p.name}`;
  return (
    <div class={value === p.value ? "parameter" : "parameter changed"}>
      <label for={id}>
        <code>{p.name}</code> {shortNumber(value)}
      </label>
      <input
        id={id}
        type="range"
        min="0"
        max={STEPS}
        value={positionOf(p, value)}
        aria-valuetext={shortNumber(value)}
        aria-describedby={`${id}-about`}
        onInput={(e) => set(valueAt(p, Number(e.currentTarget.value)))}
      />
      <button type="button" disabled={value === p.value} onClick={() => set(p.value)} aria-label={T.resetOf(p.name)}>
        {T.reset}
      </button>
      <p class="small" id={`${id}-about`}>
        {T.about(p.meaning, shortNumber(p.low), shortNumber(p.high), p.scale)}
      </p>
    </div>
  );
}
