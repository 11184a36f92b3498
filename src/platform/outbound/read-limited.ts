/** A response is larger than its reader accepts. */
export class ResponseTooLarge extends Error {}

/** Reads the body of a response as text; throws ResponseTooLarge beyond `maxBytes`. */
export async function readLimited(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new ResponseTooLarge(`The response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
