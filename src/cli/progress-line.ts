import type { Progress } from '../domain/ingest/progress.js';

const barWidth = 20;
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `[##########..........] 50%  1,200 rows  6.0 MB of 12.0 MB  3.0 MB/s  2 s left` */
export function progressLine({ rows, bytes, totalBytes, seconds }: Progress): string {
  const fraction = totalBytes === 0 ? 0 : Math.min(1, bytes / totalBytes);
  const filled = Math.round(fraction * barWidth);
  const rate = seconds > 0 ? bytes / seconds : 0;
  const secondsLeft = rate > 0 ? Math.ceil((totalBytes - bytes) / rate) : undefined;
  return [
    `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${Math.floor(fraction * 100)}%`,
    ...(rows > 0 ? [`${rows.toLocaleString('en-US')} rows`] : []),
    `${sizeText(bytes)} of ${sizeText(totalBytes)}`,
    `${sizeText(rate)}/s`,
    ...(secondsLeft === undefined ? [] : [`${durationText(secondsLeft)} left`]),
  ].join('  ');
}

function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const size = bytes / 1000 ** power;
  return `${power === 0 ? Math.round(size) : size.toFixed(1)} ${units[power]}`;
}

function durationText(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
