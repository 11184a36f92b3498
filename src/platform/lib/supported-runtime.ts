/** What decides whether the program can run, as `process` tells it. */
export interface Runtime {
  /** Version of Node.js, such as `20.19.0`. */
  version: string;
  platform: string;
  arch: string;
  /** False on a Linux whose C library is musl, for which there is no embedded engine. */
  hasGlibc: boolean;
}

/** `engines` of package.json, which package managers only warn about. */
export const oldestNode = '20.19';

/** Why the program cannot run here, and the way out; undefined if it can. */
export function unsupportedReason(runtime: Runtime): string | undefined {
  const { version, platform, arch, hasGlibc } = runtime;
  if (isOlder(version, oldestNode)) {
    return `Farthing needs Node.js ${oldestNode} or newer, and this is ${version}; install a newer one from https://nodejs.org.`;
  }
  if (platform === 'win32') {
    return 'Farthing does not run on Windows itself; run it in WSL 2 or in a Linux container.';
  }
  if (!['linux', 'darwin'].includes(platform) || !['x64', 'arm64'].includes(arch)) {
    return `Farthing runs on Linux and macOS, on x64 or arm64, and this is ${platform} on ${arch}; run it in a Linux container.`;
  }
  if (platform === 'linux' && !hasGlibc) {
    return 'Farthing needs a Linux with glibc, and this one has musl, as Alpine does; use one such as Debian or Ubuntu, or the image node:22-slim.';
  }
  return undefined;
}

function isOlder(version: string, minimum: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = minimum.split('.').map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

/** The runtime of this process. */
export function currentRuntime(): Runtime {
  const { versions, platform, arch } = process;
  return { version: versions.node, platform, arch, hasGlibc: hasGlibc() };
}

function hasGlibc(): boolean {
  if (process.platform !== 'linux') return false;
  // It would look up the names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as unknown as { header: object };
  return 'glibcVersionRuntime' in header;
}
