import type { Print } from './command.js';

/** Where a command's output goes. */
export interface Terminal {
  print: Print;
  /** Shows a line that the next one replaces; what is no screen gets one now and then. */
  passing: Print;
}

const plainSeconds = 5;

export function openTerminal(
  output: { write(text: string): unknown; isTTY?: boolean; columns?: number } = process.stdout,
  now: () => number = () => performance.now(),
): Terminal {
  const clear = '\r\u001b[K';
  let lastPlain = { kind: '', at: -Infinity };
  let isOpen = false;
  return {
    print: (line) => {
      output.write(`${isOpen ? clear : ''}${line}\n`);
      isOpen = false;
    },
    passing: (line) => {
      if (output.isTTY) {
        output.write(clear + line.slice(0, (output.columns ?? 80) - 1));
        isOpen = true;
        return;
      }
      // Figures change all the time; another kind of line is news.
      const kind = line.replace(/[#.\d].*/, '');
      if (kind === lastPlain.kind && now() - lastPlain.at < plainSeconds * 1000) return;
      lastPlain = { kind, at: now() };
      output.write(`${line}\n`);
    },
  };
}
