import { workerData } from 'node:worker_threads';
import { answerQuestions } from './events/archive/moving/answer-questions.ts';

/** The thread that asks the archive for the thread of heavy reads. */
answerQuestions(workerData);
