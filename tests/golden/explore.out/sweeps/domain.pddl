; Sweeps of two.puzzle, written by puzzlec.
; A plan's cost is its length in sweeps.
(define (domain sweeps)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types cell)
  (:constants
    a1 b1 c1 d1 e1 f1 - cell)
  (:predicates
    (peg ?c - cell)
    (moving ?c - cell)
    (nothing-moving)
    (done)
    (jump-cells ?c1 ?c2 ?c3 - cell))
  (:functions (total-cost))

  (:action jump
    :parameters (?c1 - cell ?c2 - cell ?c3 - cell)
    :precondition (and
      (jump-cells ?c1 ?c2 ?c3)
      (peg ?c1)
      (peg ?c2)
      (not (peg ?c3))
      (moving ?c1))
    :effect (and
      (not (peg ?c1))
      (not (peg ?c2))
      (peg ?c3)
      (not (moving ?c1))
      (moving ?c3)))

  (:action take
    :parameters (?c - cell)
    :precondition (and (nothing-moving) (peg ?c))
    :effect (and (not (nothing-moving)) (moving ?c) (increase (total-cost) 1)))

  (:action leave
    :parameters (?c - cell)
    :precondition (moving ?c)
    :effect (and (nothing-moving) (not (moving ?c))))

  (:action finish
    :parameters ()
    :precondition (and (peg a1)
      (not (peg b1))
      (not (peg c1))
      (not (peg d1))
      (not (peg e1))
      (not (peg f1)))
    :effect (done))

  (:action finish-2
    :parameters ()
    :precondition (and (not (peg a1))
      (peg b1)
      (not (peg c1))
      (not (peg d1))
      (not (peg e1))
      (not (peg f1)))
    :effect (done))

  (:action finish-3
    :parameters ()
    :precondition (and (not (peg a1))
      (not (peg b1))
      (peg c1)
      (not (peg d1))
      (not (peg e1))
      (not (peg f1)))
    :effect (done))

  (:action finish-4
    :parameters ()
    :precondition (and (not (peg a1))
      (not (peg b1))
      (not (peg c1))
      (peg d1)
      (not (peg e1))
      (not (peg f1)))
    :effect (done))

  (:action finish-5
    :parameters ()
    :precondition (and (not (peg a1))
      (not (peg b1))
      (not (peg c1))
      (not (peg d1))
      (peg e1)
      (not (peg f1)))
    :effect (done))

  (:action finish-6
    :parameters ()
    :precondition (and (not (peg a1))
      (not (peg b1))
      (not (peg c1))
      (not (peg d1))
      (not (peg e1))
      (peg f1))
    :effect (done))
)
