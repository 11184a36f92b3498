import { answerTasks } from '../../../platform/threads/answer-tasks.js';
import type { DashboardDocument } from './dashboard-document.js';
import { renderPdf } from './render-pdf.js';

answerTasks((dashboard: DashboardDocument) => renderPdf(dashboard));
