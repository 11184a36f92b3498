import { asProblem } from '../api/problem.js';
import { invalidate } from '../api/queries.js';
import { toast } from './toasts.js';

const undoMs = 6000;

interface Deletion {
  /** `Deleted the saved filter “Web”.` */
  message: string;
  /** Sends the deletion; `keepalive` lets it outlive the page. */
  send: (options: { keepalive: boolean }) => Promise<unknown>;
  /** Paths to invalidate afterwards. */
  refresh: readonly string[];
  /** Shows the deleted rows again. */
  restore: () => void;
}

/**
 * Deletes with a way to undo: the request is sent when the time to undo is over, or when the page closes.
 */
export function deleteLater({ message, send, refresh, restore }: Deletion): void {
  const run = async (keepalive: boolean) => {
    window.removeEventListener('pagehide', leave);
    try {
      await send({ keepalive });
    } catch (error) {
      restore();
      toast(asProblem(error).message);
    }
    await invalidate(...refresh);
  };
  const timer = setTimeout(() => void run(false), undoMs);
  const leave = () => {
    clearTimeout(timer);
    void run(true);
  };
  window.addEventListener('pagehide', leave);
  toast(message, {
    undo: () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      restore();
    },
  });
}
