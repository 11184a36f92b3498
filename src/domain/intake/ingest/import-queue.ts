import { ImportError } from './import-error.js';
import type { OnProgress, Progress } from './progress.js';

interface Ticket {
  bytes: number;
  onProgress: OnProgress | undefined;
  secondsLeft: number | undefined;
}

/** Work that reports its progress. */
type Work<Result> = (onProgress: OnProgress) => Promise<Result>;

/**
 * The imports of a process take turns, first come, first served: the embedded engine stores the lines of one import
 * at a time, and two at once are no faster on a server. Each is told how many come before it, and when it will
 * have ended, as far as the imports so far tell.
 */
export class ImportQueue {
  readonly #running = new Set<Ticket>();
  readonly #waiting: (Ticket & { begin: () => void })[] = [];
  /** Of the import that reported last. */
  #bytesPerSecond: number | undefined;

  constructor(readonly places: number) {}

  /** Runs work when it is its turn. Rejects if the signal ends the wait. */
  async run<Result>(
    { bytes, onProgress, signal }: { bytes: number; onProgress?: OnProgress; signal: AbortSignal },
    work: Work<Result>,
  ): Promise<Result> {
    const ticket: Ticket = { bytes, onProgress, secondsLeft: undefined };
    if (this.#running.size >= this.places) await this.#wait(ticket, signal);
    this.#running.add(ticket);
    this.#tellWaiting();
    try {
      return await work((progress) => this.#report(ticket, progress));
    } finally {
      this.#running.delete(ticket);
      this.#waiting.shift()?.begin();
    }
  }

  #wait(ticket: Ticket, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new ImportError('Import cancelled.'));
        this.#tellWaiting();
      };
      const begin = () => {
        signal.removeEventListener('abort', leave);
        // Takes its place at once, before another one can come.
        this.#running.add(ticket);
        resolve();
      };
      const waiting = Object.assign(ticket, { begin });
      if (signal.aborted) return reject(new ImportError('Import cancelled.'));
      this.#waiting.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
      this.#tellWaiting();
    });
  }

  #report(ticket: Ticket, progress: Progress): void {
    const { bytes, totalBytes, seconds } = progress;
    if (bytes > 0 && seconds > 0) {
      this.#bytesPerSecond = bytes / seconds;
      ticket.secondsLeft = Math.ceil((totalBytes - bytes) / this.#bytesPerSecond);
    }
    ticket.onProgress?.({ ...progress, secondsLeft: ticket.secondsLeft });
    this.#tellWaiting();
  }

  #tellWaiting(): void {
    const secondsFor = (ticket: Ticket) =>
      ticket.secondsLeft ?? (this.#bytesPerSecond && ticket.bytes / this.#bytesPerSecond);
    const ahead: Ticket[] = [...this.#running];
    for (const ticket of this.#waiting) {
      const importsAhead = ahead.length;
      ahead.push(ticket);
      const all = ahead.map(secondsFor);
      const isKnown = all.every((seconds) => seconds !== undefined);
      const sum = all.reduce<number>((total, seconds) => total + (seconds ?? 0), 0);
      ticket.onProgress?.({
        rows: 0,
        bytes: 0,
        totalBytes: ticket.bytes,
        seconds: 0,
        importsAhead,
        ...(isKnown && { secondsLeft: Math.ceil(sum / this.places) }),
      });
    }
  }
}
