/** A square PNG, of `size` pixels a side. */
export type Picture = { size: number; png: Buffer };

/** Image types in an icns file by pixels; Retina sizes have their own type, with the same pixels. */
const icnsTypes: Record<number, string[]> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** Sizes that an ico file may have. */
export const icoSizes = [16, 24, 32, 48, 64, 128, 256];
export const icnsSizes = Object.keys(icnsTypes).map(Number);
/** Sizes of the icon folders on Linux desktops. */
export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];

/** Writes an icon for macOS. */
export function icns(pictures: Picture[]): Buffer {
  const chunks = pictures.flatMap(({ size, png }) =>
    (icnsTypes[size] ?? []).map((type) => Buffer.concat([Buffer.from(type), uint32(png.length + 8), png])),
  );
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 8);
  return Buffer.concat([Buffer.from('icns'), uint32(length), ...chunks]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const icoHeader = 6;
const icoEntry = 16;

/** Writes an icon for Windows. */
export function ico(pictures: Picture[]): Buffer {
  const shown = pictures.filter(({ size }) => icoSizes.includes(size));
  const header = Buffer.alloc(icoHeader);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(shown.length, 4);
  let offset = icoHeader + shown.length * icoEntry;
  const entries = shown.map(({ size, png }) => {
    const entry = Buffer.alloc(icoEntry);
    // 256 is written as 0.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...shown.map(({ png }) => png)]);
}
