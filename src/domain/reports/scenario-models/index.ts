export { amountTypes, scenarioModels } from './scenario-model.js';
