export { pickAttributes } from './attributes.js';
export { resourceTypes, schemas, serviceProviderConfig } from './description.js';
export { parseFilter } from './filter.js';
export { listResponse, pageOfQuery, selectAttributes } from './list.js';
export { applyPatch, type Resource } from './patch.js';
export {
  attributesOfGroup,
  createGroup,
  deleteGroup,
  listGroups,
  loadGroup,
  saveGroup,
  serializeGroups,
  writableOfGroup,
} from './scim-group.js';
export {
  createScimToken,
  deleteScimToken,
  readScimTokens,
  ScimToken,
  serializeScimToken,
} from './scim-token.js';
export {
  createUser,
  listUsers,
  patchAttributes,
  replaceAttributes,
  saveUser,
  serializeUsers,
  writableOfUser,
} from './scim-user.js';
