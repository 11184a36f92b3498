import type { Services } from '../../../../platform/kernel/services.js';
import { asQuestion } from '../../../../platform/lib/question.js';
import { activateSeed, seedSource } from '../activate-publication.js';
import { abandonPublication, startPublication } from '../publication.js';
import { awsSeed } from './aws-seed.js';
import { otherSeeds } from './other-seeds.js';
import { seedDate } from './seed-entries.js';

type Stores = Pick<Services, 'db' | 'costs'>;

const loading = new WeakMap<Stores['db'], Promise<void>>();

/**
 * Stores the prices of the release when prices are first asked for, so that no start waits for them.
 * Copies of the server that do so at the same time store equal prices, and one of them wins.
 */
export function ensureSeed(services: Stores): Promise<void> {
  let promise = loading.get(services.db);
  if (!promise) {
    // Others may wait for it too, so it does not end with the request that started it.
    promise = asQuestion({ signal: new AbortController().signal, seconds: 60 }, () =>
      loadSeed(services),
    );
    loading.set(services.db, promise);
    void promise.catch(() => loading.delete(services.db));
  }
  return promise;
}

async function loadSeed(services: Stores): Promise<void> {
  const stored = await services.db
    .selectFrom('price_publications')
    .select('publication_id')
    .where('source', '=', seedSource)
    .where('version', '=', seedDate)
    .where('completed_at', 'is not', null)
    .executeTakeFirst();
  if (stored) return;
  const now = new Date();
  const writer = await startPublication(services, { source: seedSource, fileNames: [], now });
  try {
    for (const seed of [awsSeed(), otherSeeds()]) {
      for (const entry of seed) {
        if (entry.kind === 'sku') await writer.addSku(entry);
        else if (entry.kind === 'price') await writer.addPrice(entry);
      }
    }
    const { offers, priceCount } = await writer.complete();
    const publishedAt = new Date(`${seedDate}T00:00:00Z`);
    const publication = { id: writer.id, version: seedDate, publishedAt, priceCount, offers, now };
    await activateSeed(services.db, publication);
  } catch (error) {
    await abandonPublication(services, writer.id);
    throw error;
  }
}
