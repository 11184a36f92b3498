import { z } from 'zod';
import type { Vault } from '../../../platform/auth/vault.js';
import { clearableLine } from './information.js';

const secureKeys = ['account_number', 'routing_number', 'iban', 'swift_bic'] as const;

/** Account numbers of a seller; stored encrypted. */
export type SecureData = Record<(typeof secureKeys)[number], string | null>;

const line = z.string().nullable();

export const BankingInformationInput = z
  .object({
    token: z.string().describe('Ignored.'),
    bank_name: clearableLine(),
    beneficiary_name: clearableLine(),
    tax_id: clearableLine(),
    secure_data: z
      .object({
        account_number: clearableLine(),
        routing_number: clearableLine(),
        iban: clearableLine(),
        swift_bic: clearableLine(),
      })
      .partial()
      .describe('Stored encrypted; returned to Owners only.'),
  })
  .partial();

export const BankingInformation = z
  .object({
    token: z.string(),
    bank_name: line,
    beneficiary_name: line,
    tax_id: line,
    secure_data: z
      .object({ account_number: line, routing_number: line, iban: line, swift_bic: line })
      .meta({ id: 'BankingInformationSecureData' }),
  })
  .meta({ id: 'BankingInformation' });

/** Decrypts account numbers; those that were never set are null. */
export function openSecureData(vault: Vault, sealed: Buffer | null): SecureData {
  const stored = sealed === null ? {} : (vault.open(sealed) as Partial<SecureData>);
  return Object.fromEntries(secureKeys.map((key) => [key, stored[key] ?? null])) as SecureData;
}

/** What those who may not see account numbers get instead. */
export const hiddenSecureData: SecureData = {
  account_number: null,
  routing_number: null,
  iban: null,
  swift_bic: null,
};
