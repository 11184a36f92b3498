import type { Address } from './address.js';

/** A drill-down: what it narrowed costs to, and the address it started from. */
interface Step {
  label: string;
  from: Address;
  /** Whether it narrowed dates only. */
  isZoom: boolean;
}

/** Parts of the address that belong to one view, so that a way back does not restore them. */
const passing = ['trail', 'explain', 'at', 'hide', 'only'];

/** The steps in an address; none if the text is not one that `printTrail` wrote. */
export function parseTrail(text: string | undefined): Step[] {
  try {
    const steps: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(steps) && steps.every(isPrinted) ? steps.map(readStep) : [];
  } catch {
    return [];
  }
}

type PrintedStep = [label: string, from: string, isZoom?: 1];

const isPrinted = (step: unknown): step is PrintedStep =>
  Array.isArray(step) && typeof step[0] === 'string' && typeof step[1] === 'string';

const readStep = ([label, from, isZoom]: PrintedStep): Step => ({
  label,
  from: Object.fromEntries(new URLSearchParams(from)),
  isZoom: isZoom === 1,
});

/** The text of steps; undefined without any. */
function printTrail(steps: readonly Step[]): string | undefined {
  if (steps.length === 0) return undefined;
  const printed = steps.map(({ label, from, isZoom }): PrintedStep => {
    const present = Object.entries(from).filter((entry): entry is [string, string] => !!entry[1]);
    const text = new URLSearchParams(present).toString();
    return isZoom ? [label, text, 1] : [label, text];
  });
  return JSON.stringify(printed);
}

/** What a drill-down changes in the address besides the query. */
export function withStep(address: Address, label: string, isZoom = false): Address {
  const from = Object.fromEntries(
    Object.entries(address).filter(([name]) => !passing.includes(name)),
  );
  const steps = [...parseTrail(address['trail']), { label, from, isZoom }];
  return {
    ...Object.fromEntries(passing.map((name) => [name, undefined])),
    trail: printTrail(steps),
  };
}

/** The address before a step. */
export const addressBefore = (steps: readonly Step[], index: number): Address => ({
  ...steps[index]!.from,
  trail: printTrail(steps.slice(0, index)),
});

/** The address before the last steps that narrowed dates; undefined if the last step did something else. */
export function addressBeforeZoom(steps: readonly Step[]): Address | undefined {
  const first = steps.findLastIndex(({ isZoom }) => !isZoom) + 1;
  return first < steps.length ? addressBefore(steps, first) : undefined;
}
