import { asProblem } from '../api/problem.js';
import { invalidate } from '../api/queries.js';
import { toast } from './toasts.js';

const undoMs = 6000;

interface Deletion {
  /** `Deleted the saved filter “Web”.` */
  message: string;
  /** Sends the deletion; `keepalive` lets it outlive the page. */
  send: (options: { keepalive: boolean }) => Promise<unknown>;
  /** Paths that are read again afterwards. */
  refresh: readonly string[];
  /** Shows again what was hidden. */
  restore: () => void;
}

/**
 * For deletions that can be undone: nothing is deleted until the time to undo has passed. A page that is
 * closed before that still deletes.
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
