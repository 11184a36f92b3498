import { crc32, inflateSync } from 'node:zlib';

/** More would take the memory of the process that decodes it: pictures can be compressed a thousandfold. */
const maxPixels = 16_000_000;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

export type PictureType = 'png' | 'jpeg';

/** What the first bytes say that a file is. */
export function pictureTypeOf(bytes: Buffer): PictureType | undefined {
  if (startsWith(bytes, pngSignature)) return 'png';
  return startsWith(bytes, jpegSignature) ? 'jpeg' : undefined;
}

const startsWith = (bytes: Buffer, signature: Buffer) =>
  bytes.subarray(0, signature.length).equals(signature);

/**
 * Why a PNG or JPEG picture cannot be used, to follow the name of its field; undefined if all of it is there.
 * The pixels of a PNG picture are unpacked; of a JPEG picture, the segments are followed to the end.
 */
export function pictureProblem(bytes: Buffer): string | undefined {
  try {
    const { width, height } = pictureTypeOf(bytes) === 'png' ? pngSize(bytes) : jpegSize(bytes);
    if (width * height > maxPixels) return 'must have at most 16 million pixels';
    if (pictureTypeOf(bytes) === 'png') unpackPng(bytes);
    return undefined;
  } catch {
    // Whatever a reader or the decompression finds, the reason for a person is the same.
    return 'must be a picture that is complete: this one is cut off or damaged';
  }
}

interface Size {
  width: number;
  height: number;
}

const fail = (problem: string): never => {
  throw new Error(problem);
};

/** Channels by color type, and which bits per channel each allows. */
const colorTypes = new Map([
  [0, { channels: 1, bits: [1, 2, 4, 8, 16] }],
  [2, { channels: 3, bits: [8, 16] }],
  [3, { channels: 1, bits: [1, 2, 4, 8] }],
  [4, { channels: 2, bits: [8, 16] }],
  [6, { channels: 4, bits: [8, 16] }],
]);

function pngSize(bytes: Buffer): Size {
  const { width, height } = pngHeader(pngChunks(bytes));
  return { width, height };
}

interface PngChunk {
  type: string;
  content: Buffer;
}

function pngChunks(bytes: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  let position = pngSignature.length;
  while (chunks.at(-1)?.type !== 'IEND') {
    const end = position + 8 + bytes.readUInt32BE(position);
    const body = bytes.subarray(position + 4, end);
    if (crc32(body) !== bytes.readUInt32BE(end)) fail('wrong checksum');
    chunks.push({ type: body.toString('latin1', 0, 4), content: body.subarray(4) });
    position = end + 4;
  }
  return chunks;
}

interface PngHeader extends Size {
  bitsPerPixel: number;
  isInterlaced: boolean;
}

function pngHeader([first, ...others]: readonly PngChunk[]): PngHeader {
  if (first?.type !== 'IHDR' || first.content.length !== 13) return fail('no header');
  const [bits, color, compression, filter, interlace] = first.content.subarray(8);
  const type = colorTypes.get(color!);
  if (!type?.bits.includes(bits!)) return fail('unknown colors');
  if (compression !== 0 || filter !== 0 || interlace! > 1) return fail('unknown method');
  const hasPalette = others.some((chunk) => chunk.type === 'PLTE' && chunk.content.length > 0);
  if (color === 3 && !hasPalette) fail('no palette');
  const [width, height] = [first.content.readUInt32BE(0), first.content.readUInt32BE(4)];
  if (width === 0 || height === 0) fail('no pixels');
  return { width, height, bitsPerPixel: bits! * type.channels, isInterlaced: interlace === 1 };
}

/** Decompresses the pixels, and fails unless every row is there with a filter that exists. */
function unpackPng(bytes: Buffer): void {
  const chunks = pngChunks(bytes);
  const header = pngHeader(chunks);
  const rows = pngRows(header);
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content);
  const total = rows.reduce((sum, { count, length }) => sum + count * length, 0);
  const pixels = inflateSync(Buffer.concat(packed), { maxOutputLength: total });
  if (pixels.length !== total) fail('missing rows');
  let position = 0;
  for (const { count, length } of rows) {
    for (let row = 0; row < count; row += 1, position += length) {
      if (pixels[position]! > 4) fail('unknown filter');
    }
  }
}

/** First column and row, and the distance to the next, of each pass of an interlaced picture. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Rows by pass, with their length in bytes: the number of the filter, then the pixels. */
function pngRows({ width, height, bitsPerPixel, isInterlaced }: PngHeader) {
  const used = isInterlaced ? passes : ([[0, 0, 1, 1]] as const);
  return used.flatMap(([left, top, right, down]) => {
    const columns = Math.ceil((width - left) / right);
    const count = Math.ceil((height - top) / down);
    const length = 1 + Math.ceil((columns * bitsPerPixel) / 8);
    return columns > 0 && count > 0 ? [{ count, length }] : [];
  });
}

const endOfImage = 0xd9;
const startOfScan = 0xda;

/** Follows the segments up to the end mark; a file that is cut off has none. */
function jpegSize(bytes: Buffer): Size {
  let size: Size | undefined;
  let hasScan = false;
  let position = 2;
  for (;;) {
    if (bytes.readUInt8(position) !== 0xff) fail('no marker');
    const marker = bytes.readUInt8(position + 1);
    position += 2;
    if (marker === endOfImage) break;
    // Bytes that fill up to the next marker.
    if (marker === 0xff) position -= 1;
    if (marker === 0xff || isStandalone(marker)) continue;
    const length = bytes.readUInt16BE(position);
    if (length < 2) fail('no length');
    if (isFrame(marker)) {
      size = { height: bytes.readUInt16BE(position + 3), width: bytes.readUInt16BE(position + 5) };
    }
    position += length;
    if (marker === startOfScan) {
      hasScan = true;
      position = nextMarker(bytes, position);
    }
  }
  return size && hasScan && size.width > 0 && size.height > 0 ? size : fail('no picture');
}

const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Start of frame, of any coding; the codes between are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** In coded pixels, 0xff is followed by 0 or by the number of a restart. */
function nextMarker(bytes: Buffer, start: number): number {
  for (let position = start; ; position += 1) {
    const found = bytes.indexOf(0xff, position);
    if (found === -1) return fail('no end');
    const next = bytes.readUInt8(found + 1);
    if (next !== 0 && !isStandalone(next)) return found;
    position = found;
  }
}
