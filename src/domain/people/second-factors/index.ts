export { beginPasskey, beginTotp, type Enrolled, finishPasskey, finishTotp } from './enrol.js';
export {
  askForPasskey,
  beginRequiredEnrolment,
  beginSession,
  type Begun,
  finishRequiredEnrolment,
  finishSession,
  requiresSecondFactor,
} from './log-in-steps.js';
export { removeFactor, resetFactors, setRequirement } from './manage.js';
export { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.js';
export { readFactors, SecondFactor, serializeFactor } from './second-factor.js';
export { verifyFactor } from './verify-factor.js';
