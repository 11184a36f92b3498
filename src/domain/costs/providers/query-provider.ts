import { z } from 'zod';
import { openApiSchemas } from '../../../platform/kernel/fields.js';
import { providerKeys } from './providers.js';
import { resolveProvider } from './resolve-provider.js';

/** A provider in a query string; aliases are replaced by the key. */
export const queryProvider = () =>
  z
    .string()
    .refine((key) => resolveProvider(key) !== null, { error: 'does not have a valid value' })
    .transform((key) => resolveProvider(key)!)
    .register(openApiSchemas, { type: 'string', enum: providerKeys });
