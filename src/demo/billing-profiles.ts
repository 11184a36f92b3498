import { companyName } from './company.js';
import { demoLogo } from './logo.js';
import type { RunOperation } from './operation-runner.js';

/** Creates the two companies that issue invoices, and returns their tokens. Numbers are examples, not accounts. */
export async function createBillingProfiles(run: RunOperation) {
  const logo = demoLogo();
  const { token: group } = await run('createBillingProfile', {
    nickname: 'Group',
    logo,
    billing_information_attributes: {
      company_name: `${companyName} Group Ltd`,
      address_line_1: '21 Harbour Street',
      postal_code: 'PO1 3AX',
      city: 'Portsmouth',
      country_code: 'GB',
    },
    business_information_attributes: {
      metadata: { custom_fields: [{ name: 'Company number', value: '09912345' }] },
    },
    banking_information_attributes: {
      bank_name: 'Solent Commercial Bank',
      beneficiary_name: `${companyName} Group Ltd`,
      tax_id: 'GB123456789',
      secure_data: { iban: 'GB33BUKB20201555555555', swift_bic: 'BUKBGB22XXX' },
    },
    invoice_adjustment_attributes: { adjustment_items: [charge('VAT', '20')] },
  });
  const { token: europe } = await run('createBillingProfile', {
    nickname: 'Europe',
    logo,
    billing_information_attributes: {
      company_name: `${companyName} Europe B.V.`,
      address_line_1: 'Wilhelminakade 92',
      postal_code: '3072 AP',
      city: 'Rotterdam',
      country_code: 'NL',
    },
    // The bills of its accounts have the taxes of the providers, so it adds none.
    business_information_attributes: {
      metadata: { custom_fields: [{ name: 'Taxes', value: 'passed on as billed' }] },
    },
    banking_information_attributes: {
      bank_name: 'Maas Bank',
      beneficiary_name: `${companyName} Europe B.V.`,
      tax_id: 'NL123456789B01',
      secure_data: { iban: 'NL91ABNA0417164300', swift_bic: 'ABNANL2A' },
    },
    invoice_adjustment_attributes: {
      adjustment_items: [
        { ...charge('Group discount', '3'), adjustment_type: 'discount' },
        charge('Handling', '1.5'),
      ],
    },
  });
  return { group, europe };
}

const charge = (name: string, amount: string) => ({
  name,
  adjustment_type: 'charge',
  calculation_type: 'percentage',
  amount,
});
