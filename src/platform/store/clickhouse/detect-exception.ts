import { Transform } from 'node:stream';

/**
 * Passes a streamed result on and fails when the server ends it with an error. The server has sent its
 * status by then, so the error follows the rows, behind a mark with a random tag that it announced.
 */
export function detectException(tag: string): Transform {
  const mark = Buffer.from(`\r\n__exception__\r\n${tag}\r\n`);
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = Buffer.concat([held, chunk]);
      const at = text.indexOf(mark);
      if (at >= 0) {
        const message = text.toString('utf8', at + mark.length).split('\n')[0];
        done(new Error(`ClickHouse could not finish a result: ${message}`));
        return;
      }
      // The mark may begin at the end of this piece.
      const passed = Math.max(0, text.length - mark.length + 1);
      held = text.subarray(passed);
      done(null, text.subarray(0, passed));
    },
    flush(done) {
      done(null, held);
    },
  });
}
