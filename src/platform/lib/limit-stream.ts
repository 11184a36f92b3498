import { Transform } from 'node:stream';
import { ApiError } from './errors.js';

const idleSeconds = 120;

/** Passes a request body through, and fails if it is too large or stops arriving. */
export function limitStream(maxBytes: number): Transform {
  let received = 0;
  const timeOut = () => guard.destroy(new ApiError(408, ['The request did not arrive in time']));
  const timer = setTimeout(timeOut, idleSeconds * 1000);
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      received += chunk.length;
      if (received <= maxBytes) return done(null, chunk);
      done(new ApiError(413, [`The body is larger than ${maxBytes} bytes`]));
    },
  });
  guard.once('close', () => clearTimeout(timer));
  // Whoever reads the body handles its errors; an abandoned one must not end the process.
  guard.on('error', () => undefined);
  return guard;
}
