import { toast } from './toasts.js';

/** Copies the address of what is on screen, and further parameters of it. */
export async function copyLink(whoCanOpen: string, parameters: Record<string, string> = {}) {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  await navigator.clipboard.writeText(url.href);
  toast(`Link copied. ${whoCanOpen}`);
}
