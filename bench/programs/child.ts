/** Answers `answerOf` of `processes.ts`, which runs this file in a process of its own and gives it options. */
export async function answerBench<Options>(answer: (options: Options) => unknown): Promise<void> {
  console.log(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '{}'))));
}
