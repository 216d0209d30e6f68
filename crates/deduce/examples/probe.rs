use gaslamp_botc::State;
use gaslamp_core::{Game, Run, Seat};
use gaslamp_deduce::botc::odds::*;
use gaslamp_deduce::botc::*;
use std::time::Instant;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let v: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (v[11].parse::<f64>().unwrap() + v[12].parse::<f64>().unwrap()) / 100.0
}
fn rss() -> u64 {
    let s = std::fs::read_to_string("/proc/self/status").unwrap();
    s.lines()
        .find(|l| l.starts_with("VmHWM"))
        .unwrap()
        .split_whitespace()
        .nth(1)
        .unwrap()
        .parse::<u64>()
        .unwrap()
        / 1024
}
fn main() {
    // probe FILE STEP SEAT,SEAT draws seeds
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&a[1]).unwrap();
    let run: Run<State> = gaslamp_core::record::read(&text).expect("record");
    let n = run.record().actions.len();
    let step: i64 = a[2].parse().unwrap();
    let step = if step < 0 { (n as i64 + step) as usize } else { step as usize };
    let draws: usize = a[4].parse().unwrap();
    let seeds: u64 = a[5].parse().unwrap();
    let run = run.at(step).unwrap();
    let seats: Vec<usize> = if a[3] == "all" {
        (0..run.state().seats()).collect()
    } else {
        a[3].split(',').map(|s| s.parse().unwrap()).collect()
    };
    for seat in seats {
        let view = run.view(Seat::new(seat));
        let setup = &run.record().setup;
        let mut est: Vec<(Vec<f64>, Vec<f64>)> = vec![];
        let mut line = String::new();
        for seed in 0..seeds {
            let (t, c) = (Instant::now(), cpu());
            let inquiry = Inquiry {
                counts: setup.counts,
                script: Some(setup.script.clone()),
                effort: Effort { draws, seed, ..Effort::default() },
                patterns: 1000,
                ..Inquiry::new(&view)
            };
            let b = BeliefState::of(&inquiry).unwrap();
            let k = match &b.known {
                Ok(i) => format!(
                    "{:?} {:?}",
                    i.worlds,
                    i.shares.drawn.map(|d| (d.draws, d.fitting, d.effective.round()))
                ),
                Err(e) => format!("{e:?}"),
            };
            let w = match &b.weighed {
                Ok(o) => {
                    est.push((o.evil.clone(), o.error.clone()));
                    format!(
                        "{:.2e} {:?} err {:.3}",
                        o.total,
                        o.drawn.map(|d| (d.draws, d.fitting, d.effective.round())),
                        o.error.iter().copied().fold(0.0, f64::max)
                    )
                }
                Err(e) => format!("{e:?}"),
            };
            line = format!(
                "{} step {step} seat {seat} {:?} K {k} | W {w} | {:.1}s cpu {:.1} rss {}",
                a[1],
                run.state().all_roles()[seat].name(),
                t.elapsed().as_secs_f64(),
                cpu() - c,
                rss()
            );
            println!("{line}");
        }
        if seeds > 1 {
            let m = est.len() as f64;
            let mut zz = vec![];
            for i in 0..est[0].0.len() {
                let mean = est.iter().map(|e| e.0[i]).sum::<f64>() / m;
                let sd = (est.iter().map(|e| (e.0[i] - mean).powi(2)).sum::<f64>() / (m - 1.0)).sqrt();
                let se = (est.iter().map(|e| e.1[i].powi(2)).sum::<f64>() / m).sqrt();
                zz.push(format!("{:.2}:{:.3}/{:.3}", mean, sd, se));
            }
            println!("  {}", zz.join(" "));
        }
        let _ = line;
    }
}
