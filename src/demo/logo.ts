import { crc32, deflateSync } from 'node:zlib';

const size = 240;
/** Samples per pixel and direction, for smooth edges. */
const samples = 4;

type Point = readonly [x: number, y: number];
type Color = readonly [red: number, green: number, blue: number];

/** A boat with two sails, in parts of the picture. */
const shapes: readonly { corners: readonly Point[]; color: Color }[] = [
  {
    corners: [
      [0.47, 0.06],
      [0.47, 0.66],
      [0.12, 0.66],
    ],
    color: [14, 116, 144],
  },
  {
    corners: [
      [0.53, 0.2],
      [0.88, 0.66],
      [0.53, 0.66],
    ],
    color: [56, 189, 206],
  },
  {
    corners: [
      [0.06, 0.73],
      [0.94, 0.73],
      [0.76, 0.94],
      [0.22, 0.94],
    ],
    color: [15, 45, 74],
  },
];

/** The logo of the demo company as a PNG picture in a data URL. */
export function demoLogo(): string {
  const rows = Array.from({ length: size }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: size }, (__, x) => pixelAt(x, y)).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits per channel, with transparency.
  header.set([8, 6, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function pixelAt(x: number, y: number): [...Color, number] {
  for (const { corners, color } of shapes) {
    const share = coverage(corners, x, y);
    if (share > 0) return [...color, Math.round(share * 255)];
  }
  return [0, 0, 0, 0];
}

/** The share of a pixel that a polygon covers. */
function coverage(corners: readonly Point[], x: number, y: number): number {
  let inside = 0;
  for (let index = 0; index < samples * samples; index += 1) {
    const left = x + ((index % samples) + 0.5) / samples;
    const top = y + (Math.floor(index / samples) + 0.5) / samples;
    if (contains(corners, [left / size, top / size])) inside += 1;
  }
  return inside / (samples * samples);
}

/** Whether a point is in a convex polygon whose corners go round clockwise or not. */
function contains(corners: readonly Point[], [x, y]: Point): boolean {
  const sides = corners.map(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length]!;
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
