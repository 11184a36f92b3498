export {
  addComment,
  changeComment,
  costReportComments,
  deleteComment,
} from './cost-report-comment.js';
