/** Shorter names fit wherever they are shown. */
const maxShortName = 20;
/** Longer ones are rarely shown as a whole. */
const maxReadableName = 28;
/** Of a longer one, so much of its end stays visible. */
const tailLength = 10;

export const mayBeCut = (name: string): boolean => name.length > maxShortName;
export const isLongName = (name: string): boolean => name.length > maxReadableName;

/**
 * The beginning of a long name, which may be cut, and its end, which stays visible:
 * `arn:aws:ec2:eu-west-1:123:instance/i-0abc1234def` → `…instance/i-0` and `abc1234def`. Characters stay whole.
 */
export function splitName(name: string): [head: string, tail: string] {
  const characters = Array.from(segments.segment(name), ({ segment }) => segment);
  return [characters.slice(0, -tailLength).join(''), characters.slice(-tailLength).join('')];
}

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
