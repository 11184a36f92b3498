export { identifiersOf, isVisibleResource } from './visible-resources.js';
export {
  namedResources,
  readChosenLoads,
  readVisibleNames,
  type VisibleNames,
} from './visible-names.js';
