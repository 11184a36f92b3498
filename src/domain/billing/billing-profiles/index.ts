export { AdjustmentItem, InvoiceAdjustmentInput } from './adjustment-item.js';
export { BankingInformationInput, openSecureData, type SecureData } from './banking.js';
export { billingProfiles } from './billing-profile.js';
export {
  BillingInformation,
  BillingInformationInput,
  BusinessInformation,
  BusinessInformationInput,
  mergeInformation,
  partToken,
  serializeBilling,
  serializeBusiness,
} from './information.js';
export { LogoInput, readLogo, writeLogo } from './logo.js';
