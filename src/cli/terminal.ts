import type { Print, Screen } from './command.js';

/** Where the output of a command goes. */
export interface Terminal {
  print: Print;
  /** Shows a line that the next line replaces; if the output is not a terminal, prints one every few seconds. */
  showProgress: Print;
  screen?: Screen;
}

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

const plainIntervalSeconds = 5;

/** Opens a terminal on an output stream. */
export function openTerminal(
  output: Output = process.stdout,
  now: () => number = () => performance.now(),
): Terminal {
  const clearLine = '\r\u001b[K';
  let lastPlain = { kind: '', at: -Infinity };
  let hasProgressLine = false;
  return {
    screen: screenOf(output, process.env),
    print: (line) => {
      output.write(`${hasProgressLine ? clearLine : ''}${line}\n`);
      hasProgressLine = false;
    },
    showProgress: (line) => {
      if (output.isTTY) {
        output.write(clearLine + line.slice(0, (output.columns ?? 80) - 1));
        hasProgressLine = true;
        return;
      }
      // Lines that differ only in their figures are throttled; a different kind of line is printed at once.
      const kind = line.replace(/[#.\d].*/, '');
      if (kind === lastPlain.kind && now() - lastPlain.at < plainIntervalSeconds * 1000) return;
      lastPlain = { kind, at: now() };
      output.write(`${line}\n`);
    },
  };
}

/** Colours only on a terminal that has them, and never where NO_COLOR is set. */
export function screenOf(
  { isTTY = false, columns = 80 }: Output,
  { NO_COLOR: noColour, TERM: terminal }: NodeJS.ProcessEnv,
): Screen {
  if (!isTTY) return { columns: null, hasColours: false };
  return { columns, hasColours: !noColour && terminal !== 'dumb' };
}
