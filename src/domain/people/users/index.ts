export { setActive } from './active-user.js';
export { bootstrap, createEmptyAccount, type FirstOwner } from './create-account.js';
export {
  Credential,
  endCredential,
  mintCredential,
  requireUnlimitedCredential,
  serializeCredential,
} from './credential.js';
export { inviteUser } from './invite-user.js';
export { LogInMethods, readLogInMethods } from './log-in-methods.js';
export { type Membership, readMembers, replaceMembers, resolveMembers } from './membership.js';
export { removeUser, setOrganisationRole } from './organisation-role.js';
export { createPasswordLink, setPassword, setPasswordByLink } from './password.js';
export { requireTeamManager, teams } from './team.js';
export { emailTaken, recordUser, setDefaultDashboard, User, users } from './user.js';
