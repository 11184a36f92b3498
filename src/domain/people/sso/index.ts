export {
  deleteConnection,
  findConnection,
  GroupMapping,
  organisationRoles,
  ssoConnections,
} from './connection.js';
export { domainTaken, isClaimedByOther } from './domains.js';
export { finishLogIn, startLogIn, startTest } from './log-in.js';
export { isPasswordAllowed, passwordRefusal, requirePasswordAllowed } from './password-log-in.js';
export { parkSamlResponse } from './requests.js';
export { saveConnection } from './save-connection.js';
export { samlMetadataOf, ServiceProvider, serviceProviderOf } from './service-provider.js';
