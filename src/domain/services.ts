import type { Importer } from './ingest/importer.js';

// Added here, so that the platform's services need not know what the domain keeps alive.
declare module '../platform/kernel/services.js' {
  interface Services {
    importer: Importer;
  }
}
