import type { OwnAccess } from './bill-sources/location.js';
import type { Importer } from './ingest/importer.js';

// Added here, so that the platform's services need not know what the domain keeps alive.
declare module '../platform/kernel/services.js' {
  interface Services {
    importer: Importer;
    /** What this installation brings of its own when it reads buckets and folders. */
    ownAccess: OwnAccess;
  }
}
