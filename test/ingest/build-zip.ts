import { crc32, deflateRawSync } from 'node:zlib';

/** Values that an archive declares instead of the true ones. */
interface Declared {
  directoryOffset?: number;
  directoryBytes?: number;
  entryCount?: number;
}

/** A file for an archive; what it declares about itself can differ from its content. */
interface ZipFile {
  name: string;
  content: string | Buffer;
  headerOffset?: number;
  compressedBytes?: number;
  checksum?: number;
}

/** The bytes of a zip archive with compressed files. */
export function buildZip(files: readonly ZipFile[], declared: Declared = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const compressed = deflateRawSync(file.content, { level: 9 });
    const name = Buffer.from(file.name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    bodies.push(local, name, compressed);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(file.checksum ?? crc32(file.content), 16);
    entry.writeUInt32LE(file.compressedBytes ?? compressed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(file.content), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(file.headerOffset ?? offset, 42);
    directory.push(entry, name);
    offset += local.length + name.length + compressed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(declared.entryCount ?? files.length, 8);
  end.writeUInt16LE(declared.entryCount ?? files.length, 10);
  end.writeUInt32LE(declared.directoryBytes ?? entries.length, 12);
  end.writeUInt32LE(declared.directoryOffset ?? offset, 16);
  return Buffer.concat([...bodies, entries, end]);
}
