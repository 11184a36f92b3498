import type { Progress } from '../domain/intake/ingest/index.js';

const barWidth = 20;
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/**
 * `[##########..........] 50%  1,200 rows  6.0 MB of 12.0 MB  3.0 MB/s  2 s left`, and then
 * `[###########.........] 58%  Building summaries, 7 of 12 months`
 */
export function progressLine(progress: Progress): string {
  const { rows, bytes, totalBytes, seconds, summaries, importsAhead } = progress;
  if (importsAhead !== undefined) return waitingLine(importsAhead, progress.secondsLeft);
  if (summaries !== undefined) {
    const { done, total } = summaries;
    return `${bar(done / total)}  Building summaries, ${done} of ${total} months`;
  }
  const fraction = totalBytes === 0 ? 0 : Math.min(1, bytes / totalBytes);
  const rate = seconds > 0 ? bytes / seconds : 0;
  const secondsLeft = rate > 0 ? Math.ceil((totalBytes - bytes) / rate) : undefined;
  return [
    bar(fraction),
    ...(rows > 0 ? [`${rows.toLocaleString('en-US')} rows`] : []),
    `${sizeText(bytes)} of ${sizeText(totalBytes)}`,
    `${sizeText(rate)}/s`,
    ...(secondsLeft === undefined ? [] : [`${durationText(secondsLeft)} left`]),
  ].join('  ');
}

/** `Waiting for 2 other imports  3 min left` */
function waitingLine(ahead: number, secondsLeft: number | undefined): string {
  const line = `Waiting for ${ahead} other import${ahead === 1 ? '' : 's'}`;
  return secondsLeft === undefined ? line : `${line}  ${durationText(secondsLeft)} left`;
}

function bar(fraction: number): string {
  const filled = Math.round(fraction * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${Math.floor(fraction * 100)}%`;
}

/** `1.2 GB` */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const size = bytes / 1000 ** power;
  return `${power === 0 ? Math.round(size) : size.toFixed(1)} ${units[power]}`;
}

/** `90 s`, `3 min` */
export function durationText(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
