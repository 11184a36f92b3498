import { resetTime } from '../clock.js';

// Runs before each file: the one before it in this process may have set the clock.
resetTime();
