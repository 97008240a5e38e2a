// What a story is told: where the server is, a token that may do everything, and a name that no list has yet.
export const [base, token, slug] = process.argv.slice(2) as [string, string, string];

/** Say that a *part* of the story went as it should; end the story where it did not. */
export function check(part: string, held: boolean): void {
  if (!held) throw new Error(`${part}: not as it should be`);
  console.log(part);
}
