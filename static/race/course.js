// The course of a ghost: how many cards it had home at which second.

/** Read a course such as `0:4 31:5`. @type {(text: string) => [number, number][]} */
export const readCourse = (text) =>
  text.split(" ").map((station) => {
    const [at = 0, home = 0] = station.split(":").map(Number);
    return [at, home];
  });

/** How many cards were home after so many seconds. @type {(course: [number, number][], seconds: number) => number} */
export const homeBy = (course, seconds) => course.findLast(([at]) => at <= seconds)?.[1] ?? 0;
