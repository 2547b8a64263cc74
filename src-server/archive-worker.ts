import { workerData } from 'node:worker_threads';
import { answerQuestions } from './events/archive/moving/answer-questions.ts';

/** The thread that queries the archive for heavy reads. */
answerQuestions(workerData);
