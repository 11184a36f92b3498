// Asks for the health of a server until it is told to stop, in a process of its own: tests keep theirs busy.
//
// Started with the URL of the server; it sends back what it has seen.
import { setTimeout as delay } from 'node:timers/promises';

const url = `${process.argv[2]}/healthz`;
const seen = { isWatching: true, answers: 0, slowestMs: 0, failure: undefined };
process.once('message', () => (seen.isWatching = false));
try {
  while (seen.isWatching) {
    const asked = performance.now();
    const { status } = await fetch(url, { signal: AbortSignal.timeout(5000) });
    if (status !== 200) throw new Error(`/healthz returned ${status}`);
    seen.answers += 1;
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - asked);
    await delay(50);
  }
} catch (error) {
  seen.failure = String(error);
}
process.send(seen, () => process.disconnect());
