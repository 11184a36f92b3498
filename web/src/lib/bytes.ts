const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** `48.8 KiB` */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const digits = power === 0 ? 0 : 1;
  const format = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${format.format(bytes / 1024 ** power)} ${units[power]}`;
}
