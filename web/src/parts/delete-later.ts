import { api } from '../api/client.js';
import { asProblem } from '../api/problem.js';
import { changed } from '../api/queries.js';
import { toast } from './toasts.js';

const graceMs = 6000;

interface Removal {
  /** `Saved filter “Web” was deleted.` */
  message: string;
  /** `/v2/saved_filters/svd_fltr_1`, several for a bulk. */
  paths: readonly string[];
  /** Lists that are read again afterwards. */
  refresh: readonly string[];
  /** Shows again what was hidden. */
  restore: () => void;
}

/**
 * For deletions that are cheap to take back: nothing is deleted until the time to undo has passed. A page
 * that is closed before that still deletes.
 */
export function deleteLater({ message, paths, refresh, restore }: Removal): void {
  const run = async (keepalive: boolean) => {
    window.removeEventListener('pagehide', leave);
    try {
      await Promise.all(paths.map((path) => api.delete(path, { keepalive })));
    } catch (error) {
      restore();
      toast(asProblem(error).message);
    }
    await changed(...refresh);
  };
  const timer = setTimeout(() => void run(false), graceMs);
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
