import { Transform } from 'node:stream';
import { ApiError } from './errors.js';

const idleSeconds = 120;

/** Passes a body on, and fails for one that is too large or stops arriving. */
export function limitStream(maxBytes: number): Transform {
  let seen = 0;
  const late = () => guard.destroy(new ApiError(408, ['The request did not arrive in time']));
  const timer = setTimeout(late, idleSeconds * 1000);
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      seen += chunk.length;
      if (seen <= maxBytes) return done(null, chunk);
      done(new ApiError(413, [`The body is larger than ${maxBytes} bytes`]));
    },
  });
  guard.once('close', () => clearTimeout(timer));
  return guard;
}
