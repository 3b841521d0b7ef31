// A question is a request that changes nothing; its answer can be recorded from one server and expected from the other.
import assert from 'node:assert/strict';

export async function ask(server, { method = 'GET', path, as, params, body }) {
  const answer = await server.send(method, path, { as, params, body });
  // Without an order the rows come in any; so do the members of a plain list of ids or names.
  if (Array.isArray(answer.body?.results) && !params?.order) {
    answer.body.results = inAnyOrder(answer.body.results);
  }
  return answer;
}

function inAnyOrder(rows) {
  const key = row => JSON.stringify(row?.objectId ?? row?.className ?? row);
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function insistOnKind(server, question, answer) {
  const where = `${server.name} on "${question.name}": ${JSON.stringify(answer)}`;
  assert.equal(answer.body?.code, question.code, where);
  assert.equal(answer.status < 300, question.code === undefined, where);
  if (answer.body.results && answer.body.count === undefined) {
    assert.equal(answer.body.results.length === 0, question.empty === true, where);
  }
}

/**
 * Asks all questions and keeps the answers in order.
 *
 * Insists on the kind of answer that each question is about: an object or rows, or a refusal with its
 * `code`, or `empty` rows. Two servers that both answer nothing would otherwise agree.
 */
export async function record(server, questions, onWrong) {
  const answers = [];
  for (const question of questions) {
    const answer = await ask(server, question);
    try {
      insistOnKind(server, question, answer);
    } catch (error) {
      if (!onWrong) {
        throw error;
      }
      await onWrong(question, error);
    }
    answers.push(answer);
  }
  return answers;
}

/** One check per question: the same answer as recorded. */
export async function compare(checks, server, questions, answers, prefix = '') {
  for (const [n, question] of questions.entries()) {
    await checks.check(`${prefix}${question.name}`, async () => {
      assert.deepEqual(await ask(server, question), answers[n]);
    });
  }
}
