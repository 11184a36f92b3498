import { answerTasks } from '../../../platform/threads/answer-tasks.js';
import { forecastReport } from './forecast-report.js';

answerTasks(forecastReport);
